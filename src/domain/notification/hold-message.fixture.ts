// Runs as a separate process, which claims a message and keeps it until the process is killed: node
// src/domain/notification/hold-message.fixture.ts DATABASE_URL [NAME]
import { connectDatabase } from "#platform/database/database.server.ts";
import {
  checkDatabase,
  nameProcess,
  startDatabaseWatch,
} from "#platform/database/database-watch.server.ts";
import { claimMessage } from "./message-lease.server.ts";

const [url = "", name] = process.argv.slice(2);
const address = () => url;
if (name !== undefined) nameProcess(name);
connectDatabase(address, { maxConnections: 1 });
startDatabaseWatch({ address });
await checkDatabase();
console.log((await claimMessage(["email"])) ? "holds" : "found nothing");
