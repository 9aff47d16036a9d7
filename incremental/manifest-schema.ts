import { z } from 'zod';

/** What a manifest must look like to be believed. Apart from `manifest.ts` because zod takes a while to load. */
export function manifestSchema() {
	const hash = z.string().regex(/^[0-9a-f]{64}$/);
	const count = z.int().nonnegative();
	const path = z.string().min(1);
	const inputs = z.array(
		z.strictObject({
			path,
			hash: hash.nullable(),
			askedBy: z.strictObject({ path, name: z.string() }).exactOptional(),
		}),
	);
	const output = z.strictObject({ path, hash, bytes: count, key: hash, room: z.string().exactOptional() });
	const target = z.strictObject({
		name: z.string(),
		wokflow: z.string(),
		options: z.record(z.string(), z.unknown()),
		code: hash.nullable(),
		inputs,
		listing: hash.exactOptional(),
		outputs: z.array(output),
		found: z.strictObject({ errors: count, warnings: count, notes: count }),
	});
	return z.strictObject({ format: z.literal(3), targets: z.array(target) });
}
