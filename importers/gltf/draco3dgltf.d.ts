declare module 'draco3dgltf' {
	/** The part that reads; its module is opaque to us and only handed on. */
	const draco: { createDecoderModule(): Promise<unknown>; createEncoderModule(): Promise<unknown> };
	export default draco;
}
