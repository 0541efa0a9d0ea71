import { index, route, type RouteConfig } from "@react-router/dev/routes";

// FLOOR PLAN: every URL and the room behind it. English at the root, French under /fr.
export default [
  route("fr?", "storefront/layout/layout.page.tsx", [
    index("storefront/home/home.page.tsx"),
    route("cars", "storefront/cars/cars.page.tsx"),
    route("details/:id", "storefront/listing/listing.page.tsx"),
    route("about", "storefront/information/about.page.tsx"),
    route("contact", "storefront/information/contact.page.tsx"),
    route("faq", "storefront/information/faq.page.tsx"),
    route("terms", "storefront/information/terms.page.tsx"),
    route("privacy", "storefront/information/privacy.page.tsx"),
    route("cookies", "storefront/information/cookies.page.tsx"),
    route("blogs", "storefront/information/blog.page.tsx"),
    route("sell-car", "storefront/information/sell-car.page.tsx"),
    route("creditform", "storefront/information/credit-application.page.tsx"),
    route("login", "storefront/account/sign-in.page.tsx"),
    route("demo/outbox", "storefront/demo-outbox/demo-outbox.page.tsx"),
    route("demo/error", "storefront/layout/demo-error.page.tsx"),
    route("*", "storefront/layout/not-found.page.tsx"),
  ]),
  route("theme", "storefront/layout/theme.page.ts"),
  route("fr?/logout", "storefront/account/sign-out.page.ts"),
  route("fr?/staff", "backoffice/inbox/staff-layout.page.tsx", [
    route("leads", "backoffice/inbox/leads.page.tsx", [
      index("backoffice/inbox/newest-lead.page.tsx"),
      route(":reference", "backoffice/inbox/lead.page.tsx"),
    ]),
  ]),
] satisfies RouteConfig;
