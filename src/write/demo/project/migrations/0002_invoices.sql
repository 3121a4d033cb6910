CREATE TABLE IF NOT EXISTS invoices (
  number TEXT PRIMARY KEY,
  customer TEXT NOT NULL REFERENCES customers (id),
  state TEXT NOT NULL,
  minor INTEGER NOT NULL,
  currency TEXT NOT NULL
);

CREATE TABLE IF NOT EXISTS invoice_lines (
  invoice TEXT NOT NULL REFERENCES invoices (number),
  at INTEGER NOT NULL,
  text TEXT NOT NULL,
  minor INTEGER NOT NULL,
  PRIMARY KEY (invoice, at)
);
