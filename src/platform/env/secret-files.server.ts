import { readFileSync } from "node:fs";

export type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Reads secrets from files, as Docker, Kubernetes and systemd provide them: for each of `names`,
 * the variable `NAME_FILE` names the file whose content is its value. `problems` has one sentence
 * for each that cannot be read, without any of the file's content.
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

/** Editors and `echo` end a file with a line break, which is not part of the secret. */
function readContent(file: string): { ok: true; text: string } | { ok: false; code: string } {
  try {
    return { ok: true, text: readFileSync(file, "utf8").trim() };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
    return { ok: false, code };
  }
}
