import {
  formatCountdown,
  formatDate,
  formatDateTime,
  formatDay,
  formatMoment,
  formatMonth,
  formatTime,
} from './dates';

test.each([
  ['2026-03-14T23:59:59.999Z', '2026-03-14', '23:59:59'],
  ['2026-03-14T23:30:00.000-05:00', '2026-03-15', '04:30:00'],
])('%s is shown as %s and %s', (value, date, time) => {
  expect(formatDate(value)).toBe(date);
  expect(formatTime(value)).toBe(time);
  expect(formatDateTime(value)).toBe(`${date} ${time}`);
  expect(formatMoment(value)).toBe(`${date} ${time.slice(0, 5)} UTC`);
});

test.each([null, undefined, '', 'yesterday'])('%p is UNKNOWN', (value) => {
  for (const format of [formatDate, formatTime, formatDateTime, formatMoment])
    expect(format(value)).toBe('UNKNOWN');
});

test.each([
  [-5, '00:00'],
  [59.9, '00:59'],
  [1781, '29:41'],
  [3600, '1:00:00'],
  [14400, '4:00:00'],
])('%p seconds are %s', (seconds, text) => {
  expect(formatCountdown(seconds)).toBe(text);
});

test('days and months have their English names, in UTC', () => {
  const named = (value: Date, format: Intl.DateTimeFormatOptions) =>
    value.toLocaleDateString('en', { ...format, timeZone: 'UTC' }).toUpperCase();
  for (let month = 0; month < 12; month += 1) {
    const date = new Date(Date.UTC(2026, month, month + 1, 23, 59));
    const text = date.toISOString();
    expect(formatDay(text)).toBe(`${text.slice(0, 10)} ${named(date, { weekday: 'long' })}`);
    expect(formatMonth(text)).toBe(named(date, { month: 'long', year: 'numeric' }));
  }
  expect([formatDay(null), formatMonth('soon')]).toEqual(['UNKNOWN', 'UNKNOWN']);
});
