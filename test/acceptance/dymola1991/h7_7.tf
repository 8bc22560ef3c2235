@tf.bnd
