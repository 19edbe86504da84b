/** Text keys of the buttons in an approval window, by the button's English text. */
export const APPROVAL_BUTTONS = {
  Connect: 'approvals.connect',
  Sign: 'approvals.sign',
  Confirm: 'approvals.confirm',
  Switch: 'approvals.switch',
  'Add and switch': 'approvals.addAndSwitch',
  'Show it': 'approvals.show',
  Reject: 'approvals.reject',
} as const;
