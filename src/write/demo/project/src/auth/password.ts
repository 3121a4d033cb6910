import { randomBytes, scryptSync, timingSafeEqual } from "node:crypto";

/** `salt:hash`, both in hex. */
export function hash(password: string): string {
  const salt = randomBytes(16);
  return `${salt.toString("hex")}:${scryptSync(password, salt, 64).toString("hex")}`;
}

export function matches(password: string, stored: string): boolean {
  const [salt = "", expected = ""] = stored.split(":");
  const actual = scryptSync(password, Buffer.from(salt, "hex"), 64);
  return timingSafeEqual(actual, Buffer.from(expected, "hex"));
}
