/** Operations of the API that the model does not predict yet. A test compares the list with the declarations. */
export const NOT_MODELED: readonly string[] = ['streamEvents'];
