import { Button } from "../components/button";

export default function SignIn({ failed }: { failed: boolean }) {
  return (
    <form method="post">
      <label>Address <input name="email" type="email" autoFocus /></label>
      <label>Password <input name="password" type="password" /></label>
      {failed && <p role="alert">Address and password do not match. Try again.</p>}
      <Button label="Sign in" />
    </form>
  );
}
