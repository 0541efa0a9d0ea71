import { randomUUID } from "node:crypto";
import { beforeAll } from "vitest";
import { CREDIT_APPLICANT } from "#domain/credit-application/credit-applicant.fixture.ts";
import { creditApplicationHandler } from "#domain/credit-application/credit-application-handler.server.ts";
import { IN_CALGARY, storeDealershipRow } from "#domain/dealership/dealership.fixture.ts";
import { receivePost } from "#domain/lead/receive-post.server.ts";
import { rawFields } from "#forms/questions/raw-fields.ts";
import { resultOf, type browser } from "#pages/public/form-journey/journey.fixture.ts";
import { handleYourRequest } from "#pages/public/your-request/your-request.server.ts";
import { newAddress } from "#platform/request/visitor.fixture.ts";
import { readVisitor } from "#platform/request/visitor.server.ts";

/**
 * A dealership in the applicant's city that accepts applications; its id is set before the first
 * test.
 */
export function useDealership(): { id: string; leadEmail: string } {
  const dealership = { id: "", leadEmail: "leads.bow-river@example.com" };
  beforeAll(async () => {
    const { id } = await storeDealershipRow({
      ...IN_CALGARY,
      name: "Bow River Auto",
      leadEmail: dealership.leadEmail,
      takesLeadKinds: ["credit_application"],
    });
    dealership.id = id;
  });
  return dealership;
}

/** Posts a whole application, from an IP address of its own; returns its reference. */
export async function sendApplication(
  who: ReturnType<typeof browser>,
  fields: Readonly<Record<string, string>>,
): Promise<string> {
  const post = rawFields({ submissionId: randomUUID(), ...CREDIT_APPLICANT, ...fields });
  const visitor = { ...readVisitor(who), ipAddress: newAddress() };
  const sent = await receivePost(creditApplicationHandler, post, visitor);
  if (!sent.ok) throw new Error(JSON.stringify(sent));
  return sent.reference;
}

/** Withdraws an application on the page of its private link. */
export function withdraw(
  who: ReturnType<typeof browser>,
  reference: string,
  fields: Record<string, string>,
) {
  return resultOf<unknown>(async () =>
    handleYourRequest({
      request: who.post(`/your-request/${reference}`, { form: "withdrawal", ...fields }),
      context: who.context,
      params: { reference },
    }),
  );
}
