import { index, route, type RouteConfig } from "@react-router/dev/routes";

// FLOOR PLAN: every URL and the room behind it. English at the root, French under /fr.
export default [
  route("fr?", "storefront/layout/layout.page.tsx", [
    index("storefront/home/home.page.tsx"),
  ]),
] satisfies RouteConfig;
