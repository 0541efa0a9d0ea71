// Loaded into the server by start.mjs. If start.mjs is killed, no signal arrives, but the channel
// between the two closes, and the server then stops as after a SIGTERM.
process.once("disconnect", () => process.emit("SIGTERM", "SIGTERM"));
process.channel?.unref();
