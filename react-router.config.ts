import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "src",
  ssr: true,
  // Every page is small; asking the server which routes exist costs a round trip for nothing.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
