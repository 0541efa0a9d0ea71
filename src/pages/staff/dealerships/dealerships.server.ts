import { listDealershipsForStaff } from "#domain/dealership/dealership-queries.server.ts";
import { may } from "#domain/identity/permission.ts";
import { definePage } from "#pages/command/define-page.server.ts";

export const dealershipsPage = definePage({
  address: "/staff/dealerships",
  read: "seeDealerships",
  load: async (_args, { user }) => ({
    dealerships: await listDealershipsForStaff(),
    mayAdd: may(user, "changeDealerships"),
  }),
});
