/** One row of the table `invoices`; amounts are whole numbers of the smallest unit. */
export interface Invoice {
  number: string;
  customer: string;
  state: "open" | "paid";
  minor: number;
  currency: string;
}
