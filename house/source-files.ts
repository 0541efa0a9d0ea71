import { readdirSync } from "node:fs";

/** Every TypeScript file below a folder, as paths from the project's root; generated ones left out. */
export function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => `${entry.parentPath}/${entry.name}`.replaceAll("\\", "/"))
    .filter((path) => !path.startsWith("src/messages/"))
    .toSorted();
}
