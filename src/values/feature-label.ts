import { m } from "#messages/messages.js";
import type { Locale } from "./locale.ts";
import type { Feature } from "./vehicle.ts";

const FEATURE = {
  heated_seats: m.vocabulary_feature_heated_seats,
  heated_steering_wheel: m.vocabulary_feature_heated_steering_wheel,
  remote_starter: m.vocabulary_feature_remote_starter,
  winter_tires: m.vocabulary_feature_winter_tires,
  backup_camera: m.vocabulary_feature_backup_camera,
  blind_spot_monitor: m.vocabulary_feature_blind_spot_monitor,
  adaptive_cruise_control: m.vocabulary_feature_adaptive_cruise_control,
  carplay_android_auto: m.vocabulary_feature_carplay_android_auto,
  bluetooth: m.vocabulary_feature_bluetooth,
  navigation: m.vocabulary_feature_navigation,
  leather_seats: m.vocabulary_feature_leather_seats,
  sunroof: m.vocabulary_feature_sunroof,
  keyless_entry: m.vocabulary_feature_keyless_entry,
  power_liftgate: m.vocabulary_feature_power_liftgate,
  third_row: m.vocabulary_feature_third_row,
  tow_hitch: m.vocabulary_feature_tow_hitch,
} as const satisfies Record<Feature, unknown>;

/** Separate from the other labels of a car, so that pages without features do not load it. */
export function featureLabel(code: Feature, locale: Locale): string {
  return FEATURE[code]({}, { locale });
}
