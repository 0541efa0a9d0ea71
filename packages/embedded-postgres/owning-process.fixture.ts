// A separate process that starts a data directory's server and waits to be killed. Its parameter is
// the data directory; its output is the server's URL.
import { startEmbeddedPostgres } from "./embedded-postgres.ts";

const [dataDirectory = ""] = process.argv.slice(2);
const server = await startEmbeddedPostgres({ dataDirectory, name: "tried", log: () => {} });
process.stdout.write(server.url);
setInterval(() => {}, 60_000);
