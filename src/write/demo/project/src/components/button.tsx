export function Button({ label }: { label: string }) {
  return <button className="button">{label}</button>;
}
