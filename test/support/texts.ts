import fc from 'fast-check';

/** Any text but halves of pairs. The unit `binary` of fast-check makes a list of all characters first, of some hundred megabytes. */
export const anyText: fc.Arbitrary<string> = fc.string({
	unit: fc
		.oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
		.map((code) => String.fromCodePoint(code)),
});
