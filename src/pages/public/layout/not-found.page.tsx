import { data } from "react-router";
import { NotFound } from "./error-page.tsx";

/** Every address that no other page answers. */
export function loader() {
  return data(null, { status: 404 });
}

export const action = loader;

export function meta() {
  return [{ name: "robots", content: "noindex" }];
}

export default NotFound;
