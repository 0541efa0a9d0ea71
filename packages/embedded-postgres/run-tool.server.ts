import { spawn } from "node:child_process";

/** The system account a Postgres tool runs as; absent where this process is not root. */
export type SystemUser = { name: string; uid: number; gid: number };

export type ToolResult = { exitCode: number | null; output: string };

/**
 * Runs one of Postgres's own tools to its end and returns what it said (stdout and stderr).
 * In a process group of its own, because Ctrl-C goes to the whole group of the terminal: it must
 * reach Node, which then stops Postgres in order.
 */
export function runTool(
  path: string,
  parameters: string[],
  options: { as: SystemUser | undefined; workingDirectory: string },
): Promise<ToolResult> {
  return new Promise((resolve, reject) => {
    const { as: user, workingDirectory } = options;
    const child = spawn(path, parameters, {
      cwd: workingDirectory,
      detached: process.platform !== "win32",
      windowsHide: true,
      env: toolEnvironment(),
      stdio: ["ignore", "pipe", "pipe"],
      ...(user ? { uid: user.uid, gid: user.gid } : {}),
    });
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.on("error", reject);
    const finish = (exitCode: number | null) => resolve({ exitCode, output: output.trim() });
    child.on("close", finish);
    // On Windows the server that pg_ctl leaves behind may hold the pipes open, and "close" never
    // comes: what arrives shortly after the tool's end is all there is.
    child.on("exit", (exitCode) => setTimeout(finish, 500, exitCode).unref());
  });
}

/** PGDATA, PGPORT, PGOPTIONS and their like, meant for another server, must not leak in. */
function toolEnvironment(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(PG|LC_|LANG|NODE_|npm_)/i.test(name),
  );
  // The tools' messages are read below and shown in logs: always in English.
  return { ...Object.fromEntries(inherited), LC_MESSAGES: "C" };
}
