import { data } from "react-router";
import { m } from "#messages/messages.js";
import { isDemoMode } from "./layout.server.ts";

/** Throws, to show the error page. Outside the demo it is a 404. */
export function loader() {
  if (!isDemoMode()) throw data(null, { status: 404 });
  throw data({ message: m.layout_demo_error() }, { status: 500 });
}

export default function DemoErrorPage() {
  return null;
}
