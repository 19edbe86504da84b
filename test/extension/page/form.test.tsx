import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Field } from '../../../components/ui/Field.tsx';
import { Form } from '../../../components/ui/Form.tsx';

type FormProps = Parameters<typeof Form>[0];

const form = (props: Partial<FormProps> = {}) =>
  renderToStaticMarkup(
    <Form
      action={{ isRunning: false }}
      isReady
      onSubmit={() => undefined}
      button="Save"
      busy="Saving…"
      {...props}
    >
      fields
    </Form>,
  );

const button = (html: string) => /<button type="submit"[^>]*>([^<]*)<\/button>/.exec(html);

describe('a form', () => {
  it('enables the button only while the fields are usable', () => {
    expect(button(form())?.[0]).not.toContain('disabled=""');
    expect(button(form({ isReady: false }))?.[0]).toContain('disabled=""');
  });

  it('names the running action on the button, and disables the button, after a form is sent', () => {
    const running = button(form({ action: { isRunning: true } }));
    expect(running?.[1]).toBe('Saving…');
    expect(running?.[0]).toContain('disabled=""');
  });

  it('shows the failure of a form’s action between the fields and the button', () => {
    const html = form({ action: { isRunning: false, problem: 'The server refused it.' } });
    expect(html).toMatch(/fields.*role="alert".*The server refused it\..*type="submit"/s);
  });

  it('shows “Cancel” only if the form has a way back', () => {
    expect(form()).not.toContain('Cancel');
    expect(form({ onCancel: () => undefined })).toContain('Cancel');
  });

  it('keeps the fields in the page while the form is hidden', () => {
    expect(form({ hidden: true })).toMatch(/^<form hidden="" class="">fields/);
  });
});

describe('a field', () => {
  const field = (props: Parameters<typeof Field>[0]) =>
    renderToStaticMarkup(<Field readOnly {...props} />);

  it('shows a field’s problem instead of its hint once something is typed', () => {
    const html = field({ label: 'Price', value: '1x', hint: 'In dollars', problem: 'No number' });
    expect(html).toContain('No number');
    expect(html).not.toContain('In dollars');
    expect(html).toContain('aria-invalid="true"');
  });

  it('shows no problem for an empty field, unless the field is required', () => {
    const blank = { label: 'Price', value: ' ', hint: 'In dollars', problem: 'No number' };
    expect(field(blank)).toContain('In dollars');
    expect(field(blank)).toContain('aria-invalid="false"');
    expect(field({ ...blank, isNeeded: true })).toContain('No number');
  });

  it('shows the problem of a password field, whose text React doesn’t know', () => {
    const html = renderToStaticMarkup(<Field label="Password" type="password" problem="Wrong" />);
    expect(html).toContain('Wrong');
  });

  it('links the label and the note of a field to the input', () => {
    const html = field({ label: 'Price', value: '1', hint: 'In dollars' });
    const id = /<input[^>]* id="([^"]+)"/.exec(html)?.[1] ?? 'none';
    expect(html).toContain(`<label for="${id}"`);
    expect(html).toContain(`aria-describedby="${id}-note"`);
    expect(html).toContain(`<p id="${id}-note"`);
  });

  it('disables autocompletion and spell-checking of an input', () => {
    expect(field({ label: 'Address', value: '' })).toMatch(
      /autoComplete="off"[^>]* spellCheck="false"/i,
    );
  });
});
