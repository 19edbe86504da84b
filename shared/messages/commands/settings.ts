import * as Type from '../../schema.ts';
import { AwaitedChangeSchema } from '../awaited-change.ts';
import { PlainSettingsSchema } from '../plain-settings.ts';
import { OpensSchema } from '../snapshot.ts';
import { closed, Nothing } from './parts.ts';
import { AnyServicesSchema } from './services.ts';

export const SETTINGS_COMMANDS = {
  'settings.setLanguage': Type.Object(
    { language: Type.Union([Type.Literal('browser'), Type.Literal('en'), Type.Literal('de')]) },
    closed,
  ),
  'settings.set': PlainSettingsSchema,
  'settings.setExpiryNotices': Type.Object(
    { kind: Type.Union([Type.Literal('off'), Type.Literal('plain'), Type.Literal('named')]) },
    closed,
  ),
  'settings.setDefaultWallet': Type.Object({ isOn: Type.Boolean() }, closed),
  /** The change to complete when the browser grants a permission; `null` drops it. */
  'settings.awaitAccess': Type.Object(
    { change: Type.Union([AwaitedChangeSchema, Type.Null()]) },
    closed,
  ),
  'settings.setOpens': Type.Object({ opens: OpensSchema }, closed),
  'settings.isAnyServerUp': Nothing,
  'settings.checkServices': Type.Object({ services: AnyServicesSchema }, closed),
  'settings.setServices': Type.Object({ services: AnyServicesSchema }, closed),
} as const;
