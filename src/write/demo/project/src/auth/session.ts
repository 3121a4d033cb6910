import { randomBytes } from "node:crypto";
import type { User } from "./user";

const sessions = new Map<string, { user: User; until: number }>();
const DAY = 24 * 60 * 60 * 1000;

export function openSession(user: User, now: number): string {
  const id = randomBytes(32).toString("hex");
  sessions.set(id, { user, until: now + DAY });
  return id;
}

export function findSession(id: string, now: number): User | undefined {
  const session = sessions.get(id);
  return session && session.until > now ? session.user : undefined;
}

/** All of a user's sessions: sign-out, or a new password. */
export function endSessions(user: User): void {
  for (const [id, session] of sessions) if (session.user.id === user.id) sessions.delete(id);
}
