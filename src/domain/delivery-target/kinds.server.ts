import { adfPost } from "./kinds/adf-post.server.ts";
import { webhook } from "./kinds/webhook.server.ts";
import type { TargetKind } from "./kinds/target-kind.ts";
import type { TargetKindName } from "./target.form.ts";

const KINDS: Readonly<Record<TargetKindName, TargetKind>> = { webhook, adf_post: adfPost };

/** The kind of a stored target; undefined if this version of the site no longer has it. */
export function findTargetKind(name: string): TargetKind | undefined {
  return new Map<string, TargetKind>(Object.entries(KINDS)).get(name);
}
