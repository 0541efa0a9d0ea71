import { m } from "#messages/messages.js";

/** Who sent the VIN may name an address above; anybody else with the reference can only call. */
export function describeContactStep({
  isOwn,
  hasContact,
}: {
  isOwn: boolean;
  /** They said where the offer goes. */
  hasContact: boolean;
}): string {
  if (hasContact) return m.sell_car_offer_sent_next_offer();
  return isOwn ? m.sell_car_offer_sent_next_contact() : m.sell_car_offer_sent_next_call_back();
}
