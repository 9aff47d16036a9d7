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
	const room = z.strictObject({
		name: z.string(),
		source: hash.nullable(),
		prepared: hash.nullable(),
		links: z.array(z.string()),
		inputs: inputs.exactOptional(),
		usesLayout: z.boolean().exactOptional(),
	});
	const output = z.strictObject({ path, hash, bytes: count, key: hash, room: z.string().exactOptional() });
	const target = z.strictObject({
		name: z.string(),
		wokflow: z.string(),
		options: z.record(z.string(), z.unknown()),
		code: hash.nullable(),
		inputs,
		scene: inputs.exactOptional(),
		listing: hash.exactOptional(),
		rooms: z.array(room),
		finished: hash.exactOptional(),
		outputs: z.array(output),
		found: z.strictObject({ errors: count, warnings: count, notes: count }),
		cached: z.array(z.string()),
	});
	return z.strictObject({ format: z.literal(2), targets: z.array(target) });
}
