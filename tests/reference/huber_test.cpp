// SPDX-License-Identifier: BSD-3-Clause
#include <reference/huber.hpp>

#include <gtest/gtest.h>

namespace robustream::reference {
namespace {

TEST(ReferenceHuber, C11_rho_beyond_tau) { EXPECT_NEAR(static_cast<double>(rho(3, 1.345L)), 3.1304875, 1e-15); }

TEST(ReferenceHuber, rho_and_psi_meet_at_tau) {
  EXPECT_EQ(rho(2, 2), 2);
  EXPECT_EQ(rho(-3, 2), 4);
  EXPECT_EQ(psi(2, 2), 2);
  EXPECT_EQ(psi(-5, 2), -2);
}

TEST(ReferenceHuber, A13_curvature_ramp) {
  EXPECT_EQ(curvature(1.75L, 2, 0.5L), 0.75L);
  EXPECT_EQ(curvature(-2, 2, 0.5L), 0.5L);
  EXPECT_EQ(curvature(2.25L, 2, 0.5L), 0.25L);
  EXPECT_EQ(curvature(1.5L, 2, 0.5L), 1);
  EXPECT_EQ(curvature(2.5L, 2, 0.5L), 0);
}

TEST(ReferenceHuber, bregman_is_the_loss_less_its_tangent) {
  const Real tau = 1.5L;
  for (Real r = -4; r <= 4; r += 0.25L) {
    for (Real z = -8; z <= 8; z += 0.25L) {
      const Real direct = rho(r - z, tau) - rho(r, tau) + psi(r, tau) * z;
      EXPECT_NEAR(static_cast<double>(bregman(r, z, tau) - direct), 0, 1e-17);
      EXPECT_GE(bregman(r, z, tau), 0);
    }
  }
}

TEST(ReferenceHuber, bregman_keeps_digits_that_losses_lose) {
  EXPECT_EQ(bregman(1e300L, 1e-9L, 1), 0);
  EXPECT_EQ(bregman(0.5L, 1e-200L, 1), 1e-200L * 1e-200L / 2);
}

}  // namespace
}  // namespace robustream::reference
