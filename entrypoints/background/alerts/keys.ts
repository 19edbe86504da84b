import { AlertsSchema, withoutGoneAlerts } from '../../../shared/messages/alerts.ts';
import * as Type from '../../../shared/schema.ts';
import { disposable, kept } from '../kernel/stored-key.ts';

export const alertsKeys = {
  alerts: { ...kept('alerts', AlertsSchema), version: 2, migrations: { 1: withoutGoneAlerts } },
  /** Epoch milliseconds. */
  alertsCheckedAt: disposable('session', 'alerts-checked-at', Type.Integer()),
};
