import { m } from "#messages/messages.js";

/**
 * The sender of the VIN can enter a contact above; other people with the reference can only call.
 */
export function describeContactStep({
  isOwn,
  hasContact,
}: {
  isOwn: boolean;
  /** A contact for the offer is known. */
  hasContact: boolean;
}): string {
  if (hasContact) return m.sell_car_offer_sent_next_offer();
  return isOwn ? m.sell_car_offer_sent_next_contact() : m.sell_car_offer_sent_next_call_back();
}
