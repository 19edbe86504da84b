/** "just now", "2 min ago", "3 h ago", "5 days ago". */
export function ageOf(at: number, now: number): string {
  const seconds = Math.max(0, Math.round((now - at) / 1000));
  if (seconds < 20) return 'just now';
  if (seconds < 90) return `${seconds} s ago`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min ago`;
  if (seconds < 129_600) return `${Math.round(seconds / 3600)} h ago`;
  return `${Math.round(seconds / 86_400)} days ago`;
}

/** Time left until a moment: "1:42", "3 h 10 min", "2 d 4 h"; "over" afterwards. */
export function leftUntil(seconds: number, now: number): string {
  const left = Math.floor(seconds - now / 1000);
  if (left <= 0) return 'over';
  if (left < 600) return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
  if (left < 3600) return `${Math.floor(left / 60)} min`;
  if (left < 86_400) return `${Math.floor(left / 3600)} h ${Math.floor((left % 3600) / 60)} min`;
  return `${Math.floor(left / 86_400)} d ${Math.floor((left % 86_400) / 3600)} h`;
}

/** A date in the user's own zone: "21 Nov, 09:00". */
export function localTime(seconds: number): string {
  return new Date(seconds * 1000).toLocaleString(undefined, {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
  });
}
