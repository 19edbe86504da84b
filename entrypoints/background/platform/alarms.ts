import { browser } from 'wxt/browser';

/** Alarms that wake even a dead worker. */
export interface Alarms {
  set(name: string, at: number): Promise<void>;
  clear(name: string): Promise<void>;
  onAlarm(listener: (name: string) => void): void;
}

export function browserAlarms(): Alarms {
  return {
    set: async (name, at) => {
      await browser.alarms.create(name, { when: at });
    },
    clear: async (name) => {
      await browser.alarms.clear(name);
    },
    onAlarm: (listener) => browser.alarms.onAlarm.addListener((alarm) => listener(alarm.name)),
  };
}
