// Loaded into the server by start.mjs. When start.mjs is killed outright, no signal arrives; the
// channel between the two closes, and the server stops as if it had been asked to.
process.once("disconnect", () => process.emit("SIGTERM", "SIGTERM"));
process.channel?.unref();
