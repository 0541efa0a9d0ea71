import {
  Car,
  Handshake,
  House,
  Inbox,
  type LucideIcon,
  MessageCircle,
  Send,
  UserRound,
  Users,
} from "lucide-react";

/** Pictures of the desk's menu; which page has which is in dealer-menu.server.ts. */
export const DEALER_ICONS = {
  car: Car,
  handshake: Handshake,
  house: House,
  inbox: Inbox,
  messageCircle: MessageCircle,
  userRound: UserRound,
  send: Send,
  users: Users,
} as const satisfies Record<string, LucideIcon>;
export type DealerIcon = keyof typeof DEALER_ICONS;
