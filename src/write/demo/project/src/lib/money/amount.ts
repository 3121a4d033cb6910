/** Money in the smallest unit of its currency. */
export interface Amount {
  minor: number;
  currency: string;
}
