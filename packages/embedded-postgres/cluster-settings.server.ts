/** The name of the settings file that initdb's postgresql.conf is told to read last. */
export const SETTINGS_FILE = "rouvia.conf";

/**
 * The server's settings, in postgresql.conf's syntax. Listens on the loopback address only, without
 * a Unix socket, whose path may be no longer than 107 bytes.
 */
export function clusterSettings({ port, durable }: { port: number; durable: boolean }): string {
  const settings = {
    listen_addresses: "'127.0.0.1'",
    port,
    unix_socket_directories: "''",
    max_connections: 100,
    shared_buffers: "128MB",
    password_encryption: "'scram-sha-256'",
    timezone: "'UTC'",
    log_timezone: "'UTC'",
    log_checkpoints: "off",
    // DETAIL lines quote whole rows, so a failed insert would write a person's data into the log.
    log_error_verbosity: "terse",
    log_parameter_max_length_on_error: 0,
    fsync: durable ? "on" : "off",
    synchronous_commit: durable ? "on" : "off",
    full_page_writes: durable ? "on" : "off",
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  return `# Written at every start; changes here are lost.\n${lines.join("\n")}\n`;
}
