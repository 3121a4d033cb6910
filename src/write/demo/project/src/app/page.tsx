import { Button } from "../components/button";

export default function Home() {
  return <Button label="New invoice" />;
}
