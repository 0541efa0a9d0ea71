import type { Answers } from "#forms/questions/question-kind.ts";
import { type RawFields, rawValue } from "#forms/questions/raw-fields.ts";
import { mac } from "#platform/vault/vault.server.ts";
import { calendarDay } from "#values/format.ts";
import { isUuid } from "#values/uuid.ts";

/** The id that the form's page put into it. */
export function submissionIdIn(raw: RawFields): string | null {
  const id = rawValue(raw, "submissionId");
  return isUuid(id) ? id.toLowerCase() : null;
}

/**
 * An id for a post that no page of ours made: the same answers on the same day are the same
 * submission, so that a program which repeats its post makes no second lead.
 */
export function derivedSubmissionId(formName: string, answers: Answers, at: Date): string {
  const day = calendarDay(at);
  const sorted = Object.entries(answers).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const digest = mac().hmac("submission id", JSON.stringify([formName, day, sorted]));
  const bytes = Buffer.from(digest, "base64url").subarray(0, 16);
  // RFC 9562 §5.8: version 8 is for ids made in one's own way.
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
