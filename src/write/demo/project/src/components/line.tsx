export interface LineProps { text: string; note: string; minor: number }

export function Line({ text, note, minor }: LineProps) {
  return (
    <li>{text} <small dangerouslySetInnerHTML={{ __html: note }} />
      <b>{(Math.abs(minor) / 100).toFixed(2)}</b></li>
  );
}
