// A process of its own that starts a data directory's server and waits to be killed: its parameter
// is the data directory, its output the server's address.
import { startEmbeddedPostgres } from "./embedded-postgres.ts";

const [dataDirectory = ""] = process.argv.slice(2);
const server = await startEmbeddedPostgres({ dataDirectory, name: "tried", log: () => {} });
process.stdout.write(server.url);
setInterval(() => {}, 60_000);
