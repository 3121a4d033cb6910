import type { Amount } from "./amount";

/** `discount` and `tax` are shares of one; rounded once, half away from zero. */
export function total(lines: Amount[], discount: number, tax: number): Amount {
  const net = lines.reduce((sum, line) => sum + line.minor, 0);
  const exact = net * (1 - Math.min(discount, 1)) * (1 + tax);
  const minor = Math.sign(exact) * Math.round(Math.abs(exact));
  return { minor, currency: lines[0]?.currency ?? "EUR" };
}
