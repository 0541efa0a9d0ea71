import { readdirSync } from "node:fs";

/**
 * Every TypeScript file below a folder, as paths relative to the project's root, without generated
 * files.
 */
export function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => `${entry.parentPath}/${entry.name}`.replaceAll("\\", "/"))
    .filter((path) => !path.startsWith("src/messages/"))
    .toSorted();
}
