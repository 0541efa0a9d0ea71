import { index, route, type RouteConfig } from "@react-router/dev/routes";

// FLOOR PLAN: every URL and the room behind it. English at the root, French under /fr.
export default [
  route("fr?", "storefront/layout/layout.page.tsx", [
    index("storefront/home/home.page.tsx"),
    route("cars", "storefront/cars/cars.page.tsx"),
    route("details/:id", "storefront/listing/listing.page.tsx"),
    route("allListings/qualified", "storefront/pre-approval/qualified.page.tsx"),
    route("allListings/sent/:reference", "storefront/pre-approval/sent.page.tsx"),
    route("allListings/:step?", "storefront/pre-approval/pre-approval-step.page.tsx"),
    route("call-back", "storefront/call-back/call-back.page.tsx"),
    route("call-back/sent/:reference", "storefront/call-back/call-back-sent.page.tsx"),
    route("offer", "storefront/sell-car/offer.page.tsx"),
    route("offer/vin", "storefront/sell-car/offer-vin.page.tsx"),
    route("offer/sent/:reference", "storefront/sell-car/offer-sent.page.tsx"),
    route("forms/:name", "storefront/form-journey/form-post.page.tsx"),
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
