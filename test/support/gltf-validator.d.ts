/** The part of the Khronos validator that tests use; the package ships no types. */
declare module 'gltf-validator' {
	export interface ValidationMessage {
		readonly code: string;
		readonly message: string;
		/** 0 error, 1 warning, 2 info, 3 hint. */
		readonly severity: number;
		readonly pointer?: string;
	}
	export function validateBytes(
		bytes: Uint8Array,
		options?: Record<string, unknown>,
	): Promise<{ readonly issues: { readonly messages: readonly ValidationMessage[] } }>;
}
