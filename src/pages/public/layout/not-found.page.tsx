import { data } from "react-router";
import { SCRIPT_ON_DEMAND } from "#ui/script-on-demand.ts";
import { NotFound } from "./error-page.tsx";

/** Every address that no other route matches. */
export function loader() {
  return data(null, { status: 404 });
}

export const handle = SCRIPT_ON_DEMAND;

export const action = loader;

export function meta() {
  return [{ name: "robots", content: "noindex" }];
}

export default NotFound;
