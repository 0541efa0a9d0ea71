import { data } from "react-router";
import { m } from "#messages/messages.js";
import { isDemoMode } from "./layout.server.ts";

/** Throws, so that the error page can be looked at. Outside the demonstration it does not exist. */
export function loader() {
  if (!isDemoMode()) throw data(null, { status: 404 });
  throw data({ message: m.layout_demo_error() }, { status: 500 });
}

export default function DemoErrorPage() {
  return null;
}
