/** What happened to a lead, as a target is told. */
export type DeliveryType =
  | "lead.created"
  | "lead.updated"
  /** By the person. */
  | "lead.withdrawn"
  /** The dealership passed on it, or did not answer in time. */
  | "lead.given_up"
  | "test";

/** What a target gets: nothing that the person did not agree to share with the dealership. */
export type Delivery = {
  type: DeliveryType;
  reference: string;
  /** The same in ADF; null where ADF has no form for it. */
  adf: string;
  /** In JSON. */
  data: Readonly<Record<string, unknown>>;
  /** The person's name and contact: removed from what the receiver answers before it is stored. */
  personal: readonly string[];
};

/** One request to a target. */
type Written = { headers: Readonly<Record<string, string>>; body: string };

/** A kind of delivery target. A new one is a file in this folder, and a line in kinds.ts. */
export type TargetKind = {
  /** Makes the secret that signs its deliveries; null if they are not signed. */
  makeSecret: (() => string) | null;
  /** `id` is the same for every try, so that a receiver takes a delivery once. */
  write: (
    delivery: Delivery,
    with_: { id: string; at: Date; secrets: readonly string[] },
  ) => Written;
};
