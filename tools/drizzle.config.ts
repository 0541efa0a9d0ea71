/** For drizzle-kit, which `npm run migration --prefix tools` runs in the checkout's root. */
export default {
  dialect: "postgresql",
  schema: "./src/**/*.table.ts",
  out: "./drizzle",
};
