import { readFileSync } from "node:fs";

export type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Secrets that lie in files, as Docker, Kubernetes and systemd hand them out of their stores: for each
 * of `names`, `NAME_FILE` names the file whose content is its value. `problems` has a sentence for each
 * that cannot be taken, without anything of what the file holds.
 */
export function readSecretFiles(
  variables: Variables,
  names: readonly string[],
): { variables: Variables; problems: string[] } {
  const read: Record<string, string> = {};
  const problems: string[] = [];
  for (const name of names) {
    const file = variables[nameFileVariable(name)];
    if (!file) continue;
    if (variables[name]) {
      problems.push(`${name} and ${nameFileVariable(name)} are both set: leave one of them out.`);
      continue;
    }
    const content = readContent(file);
    if (content.ok && content.text !== "") read[name] = content.text;
    else {
      const why = content.ok ? "is empty" : `cannot be read (${content.code})`;
      problems.push(`${nameFileVariable(name)} names ${file}, which ${why}.`);
    }
  }
  return { variables: { ...variables, ...read }, problems };
}

export function nameFileVariable(name: string): string {
  return `${name}_FILE`;
}

/** Editors and `echo` end a file with a line break, which is none of the secret. */
function readContent(file: string): { ok: true; text: string } | { ok: false; code: string } {
  try {
    return { ok: true, text: readFileSync(file, "utf8").trim() };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
    return { ok: false, code };
  }
}
