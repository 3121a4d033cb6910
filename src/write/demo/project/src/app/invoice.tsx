import { Line, type LineProps } from "../components/line";

export default function Invoice({ number, lines }: { number: string; lines: LineProps[] }) {
  return (
    <main>
      <h1>Invoice {number}</h1>
      <ul>{lines.map((line, at) => <Line key={at} {...line} />)}</ul>
    </main>
  );
}
